import { JSDOM } from 'jsdom';

const { DOMParser } = new JSDOM('').window;

/** A whole page as a browser reads it; nothing of it runs. */
export const parsedDocument = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
