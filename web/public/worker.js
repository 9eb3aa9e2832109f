/* Shows a page of our own where the server cannot be reached. It keeps nothing else: matches live on the server. */

const CACHE = "offline-1";
const PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, "/offline.css", "/favicon.svg"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs =
    request.mode === "navigate" || ["/offline.css", "/favicon.svg"].includes(new URL(request.url).pathname);
  if (isOurs) {
    event.respondWith(
      fetch(request).catch(() =>
        caches.match(request.mode === "navigate" ? PAGE : request).then((found) => found ?? Response.error()),
      ),
    );
  }
});
