import { icons } from './icons.ts';
import { html, type Markup } from './markup.ts';
import type { PackPage, PackSender } from './pack-page.ts';
import { heading, picture } from './page-content.ts';
import { texts } from './texts.ts';

const extension = /\s*(?:ext\.?|x|#)\s*(\d+)\s*$/i;

/** As it is dialled: '(0)' is for calls within the country alone, and an extension is dialled after the call is taken. */
function callAddress(telephone: string): string {
  const number = telephone.trim().replace(extension, '');
  const dialled = /^(?:\+|00)/.test(number) ? number.replace(/\(\s*0\s*\)/, '') : number;
  const [, inside] = extension.exec(telephone) ?? [];
  return `tel:${dialled.replace(/[^+\d]/g, '')}${inside ? `;ext=${inside}` : ''}`;
}

const mailAddress = (email: string) =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll('%40', '@')}`;

const portrait = ({ name, pictureUrl }: PackSender) =>
  picture(pictureUrl, 'portrait') ??
  html`<span class="portrait initial" aria-hidden="true">${[...name.trim()].slice(0, 1)}</span>`;

/** The sender in the title band. */
export function senderLine(page: PackPage, sender: PackSender): Markup {
  const role = [sender.job_title, page.brandName].filter(Boolean).join(', ');
  return html`<div class="from">${portrait(sender)}<div><p class="name" dir="auto">${sender.name}</p><p class="role" dir="auto">${role}</p></div></div>`;
}

function contactButton(className: string, address: string, icon: Markup, what: string, shown: string) {
  return html`<a class="button ${className}" href="${address}">${icon}<span class="unseen">${what} </span>${shown}</a>`;
}

/** The signature block with its call and mail. */
export function senderBlock(page: PackPage, sender: PackSender): Markup {
  const telephone = sender.telephone || sender.telephone2;
  const office = sender.telephone && sender.telephone2;
  return html`<section class="sender" aria-label="${texts.contact}"><div class="inner">${portrait(sender)}<div class="who">${heading(page, 1, sender.name)}${sender.job_title && html`<p dir="auto">${sender.job_title}</p>`}${office && html`<p>${texts.office} <a href="${callAddress(office)}">${office}</a></p>`}</div><div class="contact">${telephone && contactButton('call', callAddress(telephone), icons.phone, texts.call, telephone)}${sender.email && contactButton('mail', mailAddress(sender.email), icons.mail, texts.mail, sender.email)}</div></div></section>`;
}
