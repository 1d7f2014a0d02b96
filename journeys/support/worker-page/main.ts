import { createWorkerLink, type WorkerLink } from '../../../app/src/service-worker/page-side.ts';
import { build } from './build.ts';

declare global {
  interface Window {
    worker: WorkerLink;
    build: string;
    /** Loads a part of the page the way a screen is loaded when it is first opened. */
    openLatePart(): Promise<string>;
  }
}

window.worker = createWorkerLink();
window.build = build;
window.openLatePart = async () => (await import('./late-part.ts')).latePart;
await window.worker.register();
document.body.dataset.started = build;
