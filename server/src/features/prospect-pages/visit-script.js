// Runs on the prospect's page: tells the host for how long the page was really visible. Nothing else is collected.
(() => {
  const { views, session } = document.currentScript.dataset;
  const medias = {};
  let visibleMs = 0;
  let since = null;
  let attended = false;

  const isSeen = () => document.visibilityState === 'visible' && !document.prerendering;
  const settle = () => {
    const now = performance.now();
    if (since !== null) visibleMs += now - since;
    since = isSeen() ? now : null;
  };
  const report = () => {
    settle();
    if (visibleMs < 1000) return;
    const body = JSON.stringify({ session, attended, totals: { visible_ms: Math.round(visibleMs), medias } });
    if (navigator.sendBeacon?.(views, new Blob([body], { type: 'application/json' }))) return;
    fetch(views, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      keepalive: true,
    }).catch(() => {});
  };

  // How the page was opened is no part of its address: copied on, it is everybody's.
  if (location.search) history.replaceState(null, '', location.pathname);
  for (const sign of ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown']) {
    addEventListener(
      sign,
      (event) => {
        attended ||= event.isTrusted;
      },
      { capture: true, passive: true },
    );
  }
  settle();
  document.addEventListener('visibilitychange', report);
  document.addEventListener('prerenderingchange', settle);
  addEventListener('pagehide', report);
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('[data-media-id]');
    if (!link) return;
    medias[link.dataset.mediaId] = 0;
    report();
  });
  setTimeout(report, 2000);
  setInterval(() => isSeen() && report(), 15_000);
})();
