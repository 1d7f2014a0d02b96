// Dark around what is shown in either scheme, so that the page of a document is the brightest thing.
export const viewerStyles = `
.viewer-open { overflow: hidden; }
.viewer { --v-bar: #161d21; --v-text: #eef0f2; --v-text-2: #cfd3d6; --v-line: rgb(255 255 255 / 14%); --v-ring: #7cbbdb;
  position: fixed; inset: 0; flex-direction: column; width: 100%; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; background: #0c1013; color: var(--v-text); color-scheme: dark; }
.viewer[open] { display: flex; }
.viewer::backdrop { background: #0c1013; }
.viewer [hidden] { display: none; }
.viewer-bar { flex: none; display: flex; align-items: center; gap: 4px; min-height: 56px; padding: 6px max(12px, env(safe-area-inset-right)) 6px max(16px, env(safe-area-inset-left)); background: var(--v-bar); }
.viewer-about { flex: 1; min-width: 0; margin-inline-end: 8px; }
.viewer .viewer-about h2 { overflow: hidden; color: var(--v-text); font-size: 1rem; font-weight: 600; line-height: 1.375; text-overflow: ellipsis; white-space: nowrap; }
.viewer .viewer-about h2:focus { outline: none; }
.viewer-facts { color: var(--v-text-2); font-size: 0.8125rem; line-height: 1.4; }
.viewer-button { flex: none; display: grid; place-items: center; width: 44px; height: 44px; padding: 0; border: 0; border-radius: 10px; background: none; color: var(--v-text); cursor: pointer; }
.pack-page a.viewer-button { color: var(--v-text); }
.viewer-button:hover { background: rgb(255 255 255 / 12%); }
.viewer-button:disabled { opacity: 0.4; cursor: default; background: none; }
.viewer :focus-visible, .pack-page .viewer a:focus-visible { outline: 2px solid var(--v-ring); outline-offset: 2px; }
.viewer-button .icon { width: 22px; height: 22px; }
.viewer-stage { position: relative; flex: 1; min-height: 0; display: grid; place-items: center; overflow: hidden; }
.viewer-stage:focus-visible { outline-offset: -2px; }
.viewer-image img, .viewer-video video { max-width: 100%; max-height: 100%; min-height: 0; }
.viewer-stage.viewer-image, .viewer-stage.viewer-video { grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
.viewer-image img { width: auto; height: auto; object-fit: contain; touch-action: pan-y pinch-zoom; }
.viewer-video video { width: 100%; height: 100%; background: #000; }
.viewer-hosted iframe { width: min(100%, 1280px); max-height: 100%; aspect-ratio: 16 / 9; border: 0; background: #000; }
.viewer-note { position: absolute; inset: 50% auto auto 50%; translate: -50% -50%; color: var(--v-text-2); }
.viewer-card { max-width: 30rem; margin: 20px; padding: 28px; border-radius: 16px; background: #1c2125; color: var(--v-text-2); }
.pack-page .viewer-card > * + * { margin-top: 14px; }
.viewer-lead { color: var(--v-text); font-size: 1.125rem; font-weight: 600; }
.viewer-actions { display: flex; flex-wrap: wrap; gap: 12px; }
.pack-page .viewer .button { border-color: var(--v-line); background: #262c31; color: var(--v-text); font: inherit; font-weight: 600; cursor: pointer; }
.pack-page .viewer .button:hover { background: #343a3f; }
.pack-page .viewer .filled { border-color: transparent; background: #7cbbdb; color: #0c1013; }
.pack-page .viewer .filled:hover { background: #a3d2ea; }
.viewer-pdf { display: block; overflow: auto; overscroll-behavior: contain; }
.viewer-sheets { width: max-content; min-width: 100%; padding: 16px 0; }
.viewer-sheet { position: relative; margin: 0 auto 16px; background: #fff; }
.viewer-sheet canvas { display: block; width: 100%; height: 100%; }
.viewer-tools { display: flex; align-items: center; justify-content: center; gap: 4px; }
.viewer-foot { justify-content: space-between; padding-inline: max(8px, env(safe-area-inset-left)); padding-bottom: max(6px, env(safe-area-inset-bottom)); }
.viewer-single .viewer-foot { display: none; }
.viewer-place, .viewer-page { color: var(--v-text-2); font-size: 0.875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.viewer-page { min-width: 5.5em; text-align: center; }
.viewer-tools:empty { display: none; }
.viewer-tools:not(:empty) { flex: 1; }
@media (max-width: 480px) {
  .viewer-foot:has(.viewer-page) .viewer-place { display: none; }
  .viewer-foot .viewer-button { width: 40px; min-width: 40px; }
}
@media (forced-colors: active) { .viewer-button { border: 1px solid; } }
@media print { .viewer[open] { display: none; } }
`;
