/* A clock that is wrong, for the process that this is loaded into before all else (LD_PRELOAD).

   CHAOS_CLOCK names a file with the seconds that it is wrong by; it is read anew five times a second. The
   stopwatch (CLOCK_MONOTONIC) goes right. Not libfaketime: of 0.9.10 time.sleep of Python fails. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long right(clockid_t clock, struct timespec *at) { return syscall(SYS_clock_gettime, clock, at); }

static long wrong_by(void) {
    static volatile long seconds, read_at = -1000;
    struct timespec now;
    right(CLOCK_MONOTONIC, &now);
    long tick = now.tv_sec * 5 + now.tv_nsec / 200000000;
    const char *path = getenv("CHAOS_CLOCK");
    if (tick != read_at && path) {
        char text[32] = "";
        int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file >= 0) {
            if (read(file, text, sizeof text - 1) > 0) seconds = atol(text);
            close(file);
        }
        read_at = tick;
    }
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    long answer = right(clock, at);
    if (!answer && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += wrong_by();
    return (int)answer;
}

int gettimeofday(struct timeval *at, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

/* The system compares with the right clock; who waits has added to the wrong one. */
int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
    int (*wait)(sem_t *, const struct timespec *) = dlsym(RTLD_NEXT, "sem_timedwait");
    struct timespec then = {until->tv_sec - wrong_by(), until->tv_nsec};
    return wait(semaphore, &then);
}
