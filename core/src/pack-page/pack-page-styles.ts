const lake = {
  ...{ 1: '#e1f1f9', 2: '#c6e4f3', 3: '#a3d2ea', 4: '#7cbbdb', 6: '#3782a4', 7: '#1f6683', 8: '#144e66' },
};

/** `--satchel-brand-n` set by the page around it, else the app's own ramp, else the product's. */
const brandSteps = Object.entries(lake)
  .map(
    ([step, color]) =>
      `--brand-${step}: var(--satchel-brand-${step}, var(--mantine-color-brand-${step}, ${color}));`,
  )
  .join('\n  ');

/**
 * The pack page's own small stylesheet: light, in a document or a shadow root, as wide as the room it gets, on
 * A4 without bands. Colours and sizes are those of the product's design; only the brand's steps come from outside. A
 * section that is out of sight costs its words and not their layout; what looks out of its edges stays whole. Who shows
 * hundreds of them may put some together into a `stretch`, so that only those near are looked at one by one, and say of both
 * how much room they take (`--file-room` for each file, `--sign-room` for each letter). A long text stands in `passages` of
 * some each; what comes first in a passage has the distance that it would have from what is before it.
 */
export const packPageStyles = `
:host { display: block; }
body:has(> .pack-page) { margin: 0; }
.pack-page {
  ${brandSteps}
  --canvas: #f2f4f6; --line: #e7ebed; --line-strong: #dadfe2; --well: #e7ebed; --stitch: #dfa377;
  --surface: #fff; --hover: #f2f4f6; --text: #161d21; --text-2: #4c5459; --text-3: #61696e;
  --file-room: 108px; --sign-room: 0.65px;
  --link: var(--brand-7); --ring: var(--brand-6); --soft: var(--brand-1); --soft-hover: var(--brand-2); --on-soft: var(--brand-8);
  --fill: var(--brand-7); --fill-hover: var(--brand-8); --on-fill: #fff;
  container: pack-page / inline-size;
  color-scheme: light;
  background: var(--canvas);
  color: var(--text-2);
  font: 400 1rem/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif;
  overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
}
.pack-page *, .pack-page ::before, .pack-page ::after { box-sizing: border-box; }
.pack-page :is(h1, h2, h3, h4, h5, h6, p, ul) { margin: 0; }
.pack-page :is(h1, h2, h3, h4, h5, h6) { color: var(--text); font-weight: 700; text-wrap: balance; }
.pack-page .inner { --margin: 20px; max-width: calc(1080px + 2 * var(--margin)); margin-inline: auto; padding-inline: var(--margin); }
.pack-page .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.pack-page a { color: var(--link); text-underline-offset: 0.15em; }
.pack-page a:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; border-radius: 6px; }
.pack-page .wide-only { display: none; }

.pack-page .brand { background: var(--surface); }
.pack-page .brand .inner { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-height: 60px; padding-block: 12px; }
.pack-page .brand-name { display: flex; align-items: center; gap: 10px; color: var(--text); font-size: 1.25rem; font-weight: 700; letter-spacing: -0.018em; }
.pack-page .glyph { display: grid; place-items: center; width: 28px; height: 28px; border-radius: 8px; background: var(--brand-7); color: #fff; font-size: 1rem; letter-spacing: 0; }
.pack-page .recipient { font-size: 0.875rem; text-align: right; }

.pack-page .channel-header { background: var(--surface); padding-block: 0 16px; }
.pack-page .channel-footer { background: var(--surface); padding-block: 8px 16px; }
.pack-page :is(.channel-header, .channel-footer) .words { max-width: calc(1080px + 2 * var(--margin)); font-size: 0.875rem; line-height: 1.43; }

.pack-page .band { position: relative; overflow: hidden; background: var(--brand-8); }
.pack-page .band .inner { position: relative; padding-block: 28px 32px; }
.pack-page .pack-title { color: #fff; font-size: 2.125rem; line-height: 1.18; letter-spacing: -0.026em; }
.pack-page .summary { margin-top: 10px; color: var(--brand-2); }
.pack-page .from { display: flex; align-items: center; gap: 12px; margin-top: 20px; line-height: 1.4; }
.pack-page .from .name { color: #fff; font-weight: 600; }
.pack-page .from .role { color: var(--brand-2); font-size: 0.875rem; }
.pack-page .band-picture { display: block; width: 100%; height: 200px; object-fit: cover; }
.pack-page .portrait { flex: none; width: 44px; height: 44px; border-radius: 50%; object-fit: cover; background: var(--brand-1); }
.pack-page .initial { display: grid; place-items: center; color: var(--brand-8); font-weight: 600; }

.pack-page .sections { padding-block: 28px 32px; }
.pack-page .section { content-visibility: auto; contain-intrinsic-size: auto 420px; overflow-clip-margin: 24px; }
.pack-page .stretch { content-visibility: auto; contain-intrinsic-size: auto 4500px; overflow-clip-margin: 24px; }
.pack-page :is(.section + .section, .stretch + .stretch > .section:first-child) { margin-top: 28px; padding-top: 26px; background: repeating-linear-gradient(90deg, var(--stitch) 0 9px, transparent 9px 16px) top / 100% 2px no-repeat; }
.pack-page .section > :is(h2, h3) { margin-bottom: 12px; font-size: 1.375rem; line-height: 1.28; letter-spacing: -0.018em; }
.pack-page .words { max-width: 44em; font-size: 1.0625rem; line-height: 1.6; }
.pack-page .words > * + * { margin-top: 0.6em; }
.pack-page .words p:empty::before { content: '\\200b'; }
.pack-page .words :is(strong, b) { color: var(--text); font-weight: 700; }
.pack-page .words :is(h3, h4, h5, h6) { font-size: 1.0625rem; line-height: 1.4; }
.pack-page .words :is(ul, ol) { margin-block: 0; padding-inline-start: 1.4em; }
.pack-page .words hr { border: 0; border-top: 1px solid var(--line-strong); margin-block: 1em; }
.pack-page .words blockquote { margin-inline: 0; padding-inline-start: 1em; border-inline-start: 3px solid var(--line-strong); }
.pack-page .words code { font-size: 0.9em; }
.pack-page .words table { display: block; width: fit-content; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: 0.9375rem; line-height: 1.5; }
.pack-page .words caption { padding-block: 0 8px; color: var(--text); font-weight: 600; text-align: start; }
.pack-page .words :is(th, td) { padding: 6px 10px; max-width: 26em; border: 1px solid var(--line-strong); text-align: start; vertical-align: top; overflow-wrap: break-word; }
.pack-page .words th { background: var(--well); color: var(--text); font-weight: 600; }
.pack-page .words img { max-width: 100%; height: auto; border-radius: 10px; }
.pack-page :is(.passages, .passage) { content-visibility: auto; contain-intrinsic-size: auto 600px; overflow-clip-margin: 24px; }
.pack-page .passage > * { margin-top: 0.6em; }
.pack-page :is(.passages:first-child > .passage:first-child, .goes-on) > :first-child { margin-top: 0; }
.pack-page .words + .medias { margin-top: 16px; }
.pack-page .wide { display: block; max-width: 100%; max-height: 420px; border-radius: 16px; }
.pack-page .notice { color: var(--text-3); }

.pack-page .medias { list-style: none; padding: 4px 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 1px 2px rgb(18 38 50 / 5%); }
.pack-page .media { position: relative; display: flex; align-items: center; gap: 14px; padding-block: 12px; }
.pack-page .media + .media { border-top: 1px solid var(--line); }
.pack-page .media :is(h3, h4) { font-size: 1rem; font-weight: 600; line-height: 1.375; letter-spacing: -0.008em; }
.pack-page .preview { position: relative; flex: none; display: grid; place-items: center; width: 54px; height: 70px; overflow: hidden; border-radius: 6px; background: var(--well); box-shadow: 0 0 0 1px var(--line-strong); color: var(--text-3); }
.pack-page .preview img { width: 100%; height: 100%; object-fit: cover; }
.pack-page .preview .page { object-position: top; }
.pack-page .icon { width: 20px; height: 20px; flex: none; }
.pack-page .preview > .icon { width: 28px; height: 28px; }
.pack-page .play { position: absolute; inset: 0; display: grid; place-items: center; }
.pack-page .play .icon { padding: 4px; border-radius: 50%; background: rgb(255 255 255 / 92%); color: var(--text); }
.pack-page .about { flex: 1; min-width: 0; }
.pack-page .description { font-size: 0.875rem; line-height: 1.43; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.pack-page .facts { color: var(--text-3); font-size: 0.875rem; line-height: 1.43; }

.pack-page .button { display: inline-flex; align-items: center; justify-content: center; gap: 10px; min-height: 44px; padding: 8px 18px; border: 1px solid var(--line-strong); border-radius: 10px; background: var(--surface); color: var(--text); font-weight: 600; text-decoration: none; }
.pack-page .button:hover { background: var(--hover); }
.pack-page .soft { flex: none; border-color: transparent; background: var(--soft); color: var(--on-soft); font-size: 0.875rem; }
.pack-page .soft:hover { background: var(--soft-hover); }
.pack-page .soft::after { content: ''; position: absolute; inset: 0; }
.pack-page .soft:focus-visible { border-radius: 10px; }

.pack-page .sender { background: var(--surface); border-top: 1px solid var(--line); padding-block: 26px 16px; }
.pack-page .sender .inner { display: grid; grid-template-columns: auto 1fr; align-items: center; gap: 18px 14px; }
.pack-page .sender .portrait { width: 64px; height: 64px; font-size: 1.5rem; }
.pack-page .sender :is(h2, h3) { font-size: 1.125rem; line-height: 1.34; letter-spacing: -0.012em; }
.pack-page .who a { white-space: nowrap; }
.pack-page .contact { grid-column: 1 / -1; display: grid; gap: 10px; }
.pack-page .contact .button { min-height: 50px; }
.pack-page .contact .call, .pack-page .contact .mail:only-child { border-color: transparent; background: var(--fill); color: var(--on-fill); }
.pack-page .contact :is(.call, .mail:only-child):hover { background: var(--fill-hover); }

.pack-page footer { background: var(--surface); }
.pack-page .last { padding-block: 10px 22px; font-size: 0.75rem; line-height: 1.34; }
.pack-page .last .inner { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; }
.pack-page .last a { color: inherit; padding-block: 4px; text-decoration: none; }
.pack-page .privacy { max-width: 68em; margin-top: 6px; color: var(--text-3); }
.pack-page .last a:hover { text-decoration: underline; }

@container pack-page (min-width: 640px) {
  .pack-page .wide-only { display: inline; }
  .pack-page .narrow-only { display: none; }
  .pack-page .brand .inner { min-height: 76px; }
  .pack-page .inner { --margin: clamp(20px, 4cqi, 60px); --file-room: 183px; --sign-room: 0.42px; }
  .pack-page .band { background: radial-gradient(circle at 72% 62%, var(--brand-7) 225px, transparent 226px) var(--brand-8); }
  .pack-page .band .inner { display: flex; align-items: center; min-height: 330px; padding-block: 48px; }
  .pack-page .band .title { max-width: 34rem; }
  .pack-page .with-picture { background: var(--brand-8); }
  .pack-page .with-picture .title { max-width: min(34rem, 50%); }
  .pack-page .pack-title { font-size: 2.75rem; line-height: 1.14; }
  .pack-page .summary { margin-top: 14px; font-size: 1.125rem; }
  .pack-page .from { margin-top: 22px; }
  .pack-page .from .portrait { width: 48px; height: 48px; }
  .pack-page .band-picture { position: absolute; inset-block: 0; inset-inline-end: 0; width: 46%; height: 100%; clip-path: ellipse(100% 120% at 100% 50%); }
  .pack-page .sections { padding-block: 44px 52px; }
  .pack-page :is(.section + .section, .stretch + .stretch > .section:first-child) { margin-top: 36px; padding-top: 30px; }
  .pack-page .section > :is(h2, h3) { margin-bottom: 16px; font-size: 1.75rem; line-height: 1.22; letter-spacing: -0.022em; }
  .pack-page .words :is(th, td) { padding: 8px 14px; }
  .pack-page .medias { display: grid; grid-template-columns: repeat(auto-fill, minmax(216px, 1fr)); gap: 20px; padding: 0; background: none; border: 0; box-shadow: none; }
  .pack-page .media { display: grid; grid-template: auto auto 1fr auto / 1fr auto; gap: 0; align-items: stretch; padding: 0; overflow: hidden; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 1px 2px rgb(18 38 50 / 5%); }
  .pack-page .media:has(.soft:focus-visible) { overflow: visible; }
  .pack-page .preview { grid-column: 1 / -1; width: auto; height: 172px; border-radius: 15px 15px 0 0; box-shadow: none; }
  .pack-page .preview .page { align-self: end; width: 136px; height: 148px; border-radius: 6px 6px 0 0; box-shadow: 0 0 0 1px rgb(18 38 50 / 8%), 0 8px 24px -6px rgb(18 38 50 / 14%); }
  .pack-page .preview > .icon { width: 44px; height: 44px; }
  .pack-page .play .icon { width: 56px; height: 56px; padding: 14px; }
  .pack-page .about { display: contents; }
  .pack-page .about > * { grid-column: 1 / -1; padding-inline: 18px; }
  .pack-page .media :is(h3, h4) { padding-top: 16px; }
  .pack-page .description { margin-top: 4px; -webkit-line-clamp: 3; align-self: start; }
  .pack-page .media .facts { grid-column: 1; grid-row: 4; align-self: center; padding-block: 14px; padding-inline-end: 4px; }
  .pack-page .withdrawn .facts { grid-column: 1 / -1; padding-inline-end: 18px; }
  .pack-page .media .soft { grid-column: 2; grid-row: 4; align-self: end; margin: 12px 18px 14px 0; }
  .pack-page .sender { padding-block: 32px 20px; }
  .pack-page .sender .inner { gap: 16px 22px; }
  .pack-page .sender .portrait { width: 84px; height: 84px; }
  .pack-page .sender :is(h2, h3) { font-size: 1.375rem; line-height: 1.28; letter-spacing: -0.018em; }
  .pack-page .contact { display: flex; flex-wrap: wrap; gap: 12px 22px; }
  .pack-page .contact .call:not(:only-child) { border-color: var(--line-strong); background: var(--surface); color: var(--text); }
  .pack-page .contact .call:not(:only-child):hover { background: var(--hover); }
  .pack-page .contact .mail { border-color: transparent; background: var(--fill); color: var(--on-fill); }
  .pack-page .contact .mail:hover { background: var(--fill-hover); }
}
@container pack-page (min-width: 748px) {
  .pack-page .inner { --file-room: 122px; }
}
@container pack-page (min-width: 860px) {
  .pack-page .prose { display: grid; grid-template-columns: minmax(0, 340px) minmax(0, 1fr); column-gap: 40px; }
  .pack-page .prose > .words { padding-top: 1px; }
  .pack-page .words { font-size: 1.125rem; line-height: 1.67; }
  .pack-page .sender .inner { grid-template-columns: auto 1fr auto; }
  .pack-page .contact { grid-column: auto; justify-content: end; }
}
@container pack-page (min-width: 1004px) {
  .pack-page .inner { --file-room: 92px; --sign-room: 0.36px; }
}
@media print {
  @page { size: A4; margin: 16mm; }
  .pack-page .words table { display: table; }
  .pack-page .words :is(th, td) { overflow-wrap: anywhere; }
  .pack-page, .pack-page :is(.band, .brand, .sender, footer) { background: none; }
  .pack-page .band .inner { min-height: 0; padding-block: 8px 20px; }
  .pack-page :is(.pack-title, .from .name) { color: var(--text); }
  .pack-page :is(.summary, .from .role) { color: var(--text-2); }
  .pack-page :is(.band-picture, .soft) { display: none; }
  .pack-page .inner { --margin: 0px; }
  .pack-page :is(.section, .stretch, .passages, .passage) { content-visibility: visible; }
  .pack-page :is(.media, .sender, .prose) { break-inside: avoid; }
  .pack-page .media { box-shadow: none; }
  .pack-page .contact .button { background: none; border-color: var(--line-strong); color: var(--text); }
}
`;
