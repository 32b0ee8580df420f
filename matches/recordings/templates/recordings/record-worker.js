// Keeps the page on which a match is recorded, and what it loads, for when the device has no connection.
// All else goes its way: what it has kept is shown only where the service does not answer.
const KEPT = "golden-record-1";
const IS_PAGE = /^\/matches\/\d+\/record\/$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const kept = (request) => caches.open(KEPT).then((cache) => cache.match(request, { ignoreVary: true, ignoreSearch: true }));

const fetched = async (request) => {
  const answer = await fetch(request);
  // A page that leads elsewhere, to be logged in, is none to be kept.
  if (answer.ok && !answer.redirected) {
    const cache = await caches.open(KEPT);
    await cache.put(request, answer.clone());
  }
  return answer;
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const isPart = ["style", "script", "image"].includes(request.destination);
  const isPage = request.mode === "navigate" && IS_PAGE.test(pathname);
  if (!isPage && !isPart) return;
  event.respondWith(fetched(request).catch(async () => (await kept(request)) ?? Response.error()));
});
