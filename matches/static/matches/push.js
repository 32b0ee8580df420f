// Allows notices on this device: asks the browser, and sends the service where to push them.
(() => {
  const form = document.querySelector("form.push");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  form.hidden = false;
  const bytes = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), each => each.charCodeAt(0));
  const written = key => btoa(String.fromCharCode(...new Uint8Array(key))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  let allowed = false;
  form.addEventListener("submit", async event => {
    if (allowed) return;
    event.preventDefault();
    if (await Notification.requestPermission() !== "granted") return;
    const worker = await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    const key = bytes(form.dataset.key);
    const subscription = await worker.pushManager.subscribe({userVisibleOnly: true, applicationServerKey: key});
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.public_key.value = written(subscription.getKey("p256dh"));
    form.elements.secret.value = written(subscription.getKey("auth"));
    allowed = true;
    form.requestSubmit();
  });
})();
