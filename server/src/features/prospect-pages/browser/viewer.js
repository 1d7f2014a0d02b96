// Shows pictures, films and documents of the page, one after the other, in a dialog of the page's own.
import { icon } from './viewer-icons.js';
import { viewerStyles } from './viewer-styles.js';

const texts = {
  close: 'Close',
  download: 'Download',
  previous: 'Previous',
  next: 'Next',
  place: (at, of) => `${at} of ${of}`,
  loading: 'Loading …',
  broken: 'This file cannot be shown here. Download it to open it.',
  unreadable: 'This file cannot be shown here.',
  hosted: (host) => `This film is at ${host}.`,
  hostedWhy: (host) =>
    `When you play it here, ${host} learns that you watch it. Until then it learns nothing.`,
  play: 'Play here',
  elsewhere: (host) => `Open ${host}`,
};

/** Makes an element; children are nodes or text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'onclick') element.addEventListener('click', value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const iconButton = (name, label, onclick) =>
  make(
    'button',
    { type: 'button', class: 'viewer-button', 'aria-label': label, title: label, onclick },
    icon(name),
  );

/** What the page says about the file of a link. */
function itemOf(link) {
  const card = link.closest('.media');
  const { mediaId, viewer, player, width, height } = link.dataset;
  return {
    ...{ mediaId, kind: viewer, player, href: link.href, isOnlyShown: 'onlyShown' in link.dataset },
    name: card.querySelector('h3, h4')?.textContent ?? '',
    facts: card.querySelector('.facts')?.textContent ?? '',
    preview: card.querySelector('.preview img')?.src ?? null,
    ...{ width: Number(width) || 0, height: Number(height) || 0 },
  };
}

let dialog;
let stage;
let parts;
let items = [];
let at = 0;
let visit;
/** Ends what is on the stage. */
let leaveItem = () => {};

function build() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(viewerStyles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  parts = {
    title: make('h2', { id: 'viewer-title', tabindex: '-1' }),
    facts: make('p', { class: 'viewer-facts' }),
    download: make('a', { class: 'viewer-button', download: '', title: texts.download }, icon('download')),
    place: make('p', { class: 'viewer-place', role: 'status' }),
    previous: iconButton('previous', texts.previous, () => go(-1)),
    next: iconButton('next', texts.next, () => go(1)),
    tools: make('div', { class: 'viewer-tools' }),
  };
  parts.download.append(make('span', { class: 'unseen' }, texts.download));
  stage = make('div', { class: 'viewer-stage' });
  dialog = make(
    'dialog',
    { class: 'viewer', 'aria-labelledby': 'viewer-title' },
    make(
      'div',
      { class: 'viewer-bar' },
      make('div', { class: 'viewer-about' }, parts.title, parts.facts),
      parts.download,
      iconButton('close', texts.close, close),
    ),
    stage,
    make('div', { class: 'viewer-bar viewer-foot' }, parts.previous, parts.place, parts.tools, parts.next),
  );
  // Inside the page's own element, so that it has the page's colours.
  document.querySelector('.pack-page').append(dialog);
  dialog.addEventListener('close', onClosed);
  dialog.addEventListener('keydown', onKey);
  addEventListener('popstate', () => dialog.open && dialog.close());
  swipes();
}

/** @param link one of the page's links to what a viewer can show */
export function openViewer(link, of) {
  if (!dialog) build();
  visit = of;
  const links = [...document.querySelectorAll('a[data-viewer]')];
  items = links.map(itemOf);
  at = Math.max(0, links.indexOf(link));
  // The way back of a phone closes the viewer, not the page.
  history.pushState({ ...history.state, viewer: true }, '');
  document.documentElement.classList.add('viewer-open');
  dialog.showModal();
  show();
}

function close() {
  dialog.close();
}

function onClosed() {
  leaveItem();
  leaveItem = () => {};
  stage.replaceChildren();
  document.documentElement.classList.remove('viewer-open');
  if (history.state?.viewer) history.back();
  visit.hide();
}

function go(step) {
  const next = at + step;
  if (next < 0 || next >= items.length) return;
  at = next;
  show();
}

const kinds = { image: showImage, video: showVideo, pdf: showDocument, hosted: showHosted };

function show() {
  leaveItem();
  leaveItem = () => {};
  const item = items[at];
  const isFile = item.kind !== 'hosted' && !item.isOnlyShown;
  parts.title.textContent = item.name;
  parts.facts.textContent = item.facts;
  parts.download.hidden = !isFile;
  if (isFile) parts.download.href = item.href;
  parts.place.textContent = items.length > 1 ? texts.place(at + 1, items.length) : '';
  parts.previous.hidden = parts.next.hidden = items.length < 2;
  parts.previous.disabled = at === 0;
  parts.next.disabled = at === items.length - 1;
  parts.tools.replaceChildren();
  dialog.classList.toggle('viewer-single', items.length < 2 && item.kind !== 'pdf');
  stage.className = `viewer-stage viewer-${item.kind}`;
  for (const name of ['tabindex', 'role', 'aria-label']) stage.removeAttribute(name);
  // A disabled button would take the focus with it.
  if (!dialog.contains(document.activeElement) || document.activeElement.disabled) parts.title.focus();
  kinds[item.kind](item);
}

function waiting() {
  const note = make('p', { class: 'viewer-note', role: 'status' }, texts.loading);
  return { note, done: () => note.remove() };
}

function showBroken(item) {
  const said = make('p', { role: 'alert' }, item.isOnlyShown ? texts.unreadable : texts.broken);
  const link = make('a', { class: 'button', href: item.href, download: '' }, texts.download);
  stage.replaceChildren(make('div', { class: 'viewer-card' }, said, item.isOnlyShown ? '' : link));
}

const previewSide = 1200;

/** The small picture where it has pixels enough for the screen, else the file itself. */
function sourcesOf({ href, preview, width, height }) {
  if (!preview || !width || Math.max(width, height) <= previewSide) return { src: href };
  const small = Math.round((previewSide * width) / Math.max(width, height));
  return { src: preview, srcset: `${preview} ${small}w, ${href} ${width}w`, sizes: '100vw' };
}

function showImage(item) {
  const { note, done } = waiting();
  const image = make('img', { alt: item.name, ...sourcesOf(item) });
  image.addEventListener('load', done);
  image.addEventListener('error', () => image.isConnected && showBroken(item));
  stage.replaceChildren(note, image);
  visit.show(item.mediaId);
}

function showVideo(item) {
  const video = make('video', {
    ...{ controls: '', playsinline: '', preload: 'metadata', src: item.href, 'aria-label': item.name },
    poster: item.preview,
    controlslist: item.isOnlyShown && 'nodownload',
  });
  video.addEventListener('error', () => video.isConnected && showBroken(item));
  stage.replaceChildren(video);
  visit.show(item.mediaId, null, { isPlaying: () => !video.paused && !video.ended });
  // Whoever opens a film wants to see it; a browser that refuses leaves the button.
  video.play().catch(() => {});
  leaveItem = () => {
    video.pause();
    video.removeAttribute('src');
    video.load();
  };
}

function showDocument(item) {
  const { note, done } = waiting();
  stage.replaceChildren(note);
  visit.show(item.mediaId, 1);
  let leave = null;
  let isLeft = false;
  leaveItem = () => {
    isLeft = true;
    leave?.();
  };
  import('./pdf-view.js')
    .then(({ openPdf }) =>
      openPdf({
        ...{ address: item.href, name: item.name, stage, tools: parts.tools },
        onPage: (page) => !isLeft && visit.show(item.mediaId, page),
      }),
    )
    .then((close) => {
      leave = close;
      if (isLeft) close();
      else done();
    })
    .catch(() => !isLeft && showBroken(item));
}

/** A film elsewhere: nothing is asked of its host before the reader says so. */
function showHosted(item) {
  const host = new URL(item.href).hostname.replace(/^www\./, '');
  const play = () => {
    const frame = make('iframe', {
      ...{ src: item.player, title: item.name, allow: 'fullscreen; picture-in-picture; encrypted-media' },
      // Players refuse to play for nobody; they learn the host's name and not the link.
      referrerpolicy: 'strict-origin',
      sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
    });
    stage.replaceChildren(frame);
    frame.focus();
    visit.show(item.mediaId, null, { isUnheard: true });
  };
  stage.replaceChildren(
    make(
      'div',
      { class: 'viewer-card' },
      make('p', { class: 'viewer-lead' }, texts.hosted(host)),
      item.player ? make('p', {}, texts.hostedWhy(host)) : '',
      make(
        'div',
        { class: 'viewer-actions' },
        item.player
          ? make('button', { type: 'button', class: 'button filled', onclick: play }, texts.play)
          : '',
        make(
          'a',
          { class: 'button', href: item.href, target: '_blank', rel: 'noopener noreferrer' },
          texts.elsewhere(host),
        ),
      ),
    ),
  );
  visit.show(item.mediaId);
}

/** Whether the arrow keys and fingers are needed for what is on the stage. */
const isSideways = () => stage.scrollWidth > stage.clientWidth + 1;

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('video')) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || isSideways()) return;
  event.preventDefault();
  go(step);
}

const shortestSwipe = 60;

function swipes() {
  let from = null;
  const isWhole = () => (window.visualViewport?.scale ?? 1) <= 1.01;
  stage.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches.length === 1 && isWhole() && !isSideways() ? touches[0] : null;
    },
    { passive: true },
  );
  stage.addEventListener(
    'touchend',
    ({ changedTouches: [to] }) => {
      if (!from || !to) return;
      const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
      from = null;
      if (Math.abs(x) > shortestSwipe && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
    },
    { passive: true },
  );
}
