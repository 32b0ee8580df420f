# One image for every process; docker-compose.yml says which runs what.
FROM python:3.12-slim AS packages
WORKDIR /app
COPY pyproject.toml uv.lock ./
COPY config/bootstrap.py config/
# The locked packages with the network of the computer players, what makes PDF, what sends traces and reports of
# errors, and pg_dump and pg_restore for backups: no servers that anything runs, no test tools.
RUN python -I config/bootstrap.py image bots pdf telemetry backups && rm .venv/bin/uv-*

# The engine's kernel needs a compiler and Cython, the image neither.
FROM packages AS kernel
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
RUN python -I config/bootstrap.py kernel kernel
COPY engine engine
RUN .venv/bin/python -m engine.kernel.build

FROM python:3.12-slim
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    GOLDEN_ENV=production
RUN groupadd --system --gid 10001 golden && useradd --system --uid 10001 --gid golden --no-create-home golden
WORKDIR /app
COPY --from=packages /app/.venv .venv
COPY . .
COPY --from=kernel /app/engine/kernel engine/kernel
# The key is for this one command, which asks for one and uses it for nothing.
RUN python -m compileall -q config engine matches tournaments \
    && SECRET_KEY=unused python manage.py collectstatic --no-input
USER golden
EXPOSE 8000
CMD ["python", "-m", "config.web", "--host", "0.0.0.0", "--port", "8000"]
