// Shows what the service pushes, and leads to its page. It keeps nothing, and answers for no page.
self.addEventListener("push", event => {
  const told = event.data ? event.data.json() : {};
  const shown = {body: told.body, tag: told.tag, lang: told.lang, data: {url: told.url}};
  event.waitUntil(self.registration.showNotification(told.title || "Golden Point", shown));
});

self.addEventListener("notificationclick", event => {
  event.notification.close();
  const there = new URL((event.notification.data || {}).url || "/", self.location.origin);
  if (there.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({type: "window"}).then(open => {
      const seen = open.find(page => page.url === there.href);
      return seen ? seen.focus() : self.clients.openWindow(there.href);
    })
  );
});
