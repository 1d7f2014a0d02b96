import { brandRamp } from '@satchel/core/format/brand-ramp.ts';
import { escapeHtml } from '@satchel/core/html/plain-text.ts';

interface Design {
  brand: { name: string; color: string };
  subject: string;
  /** What a list of mails shows beside the subject, in plain words; without it that is how the page begins. */
  opening?: string;
  /** Safe HTML. */
  body: string;
  /** Safe HTML below the line. */
  footer: string;
}

const fonts =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif";

// The step of the brand colour that white words stand on.
const fillOf = (color: string) => brandRamp(color)[7];

const unseen = 'display:none;max-height:0;overflow:hidden;mso-hide:all;';

// Outlook on Windows knows no greatest width: there the page stands in a table of its own.
const outlookBegins =
  '<!--[if mso]><table role="presentation" width="600" cellspacing="0" cellpadding="0"><tr><td><![endif]-->';
const outlookEnds = '<!--[if mso]></td></tr></table><![endif]-->';

/** A mail programme keeps tables and inline styles, and little else. Without pictures nothing is missing. */
export const mailPage = ({ brand, subject, opening, body, footer }: Design) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f4f6;">${opening ? `\n<div style="${unseen}">${escapeHtml(opening)}</div>` : ''}
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:#f2f4f6;">
<tr><td align="center" style="padding:24px 12px;">
${outlookBegins}
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;background:#ffffff;border:1px solid #dadfe2;border-radius:16px;">
<tr><td style="padding:20px 32px;background:${fillOf(brand.color)};border-radius:15px 15px 0 0;font:700 18px/24px ${fonts};color:#ffffff;word-break:break-word;">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:28px 32px;font:400 16px/24px ${fonts};color:#161d21;word-break:break-word;">
${body}
</td></tr>
</table>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;">
<tr><td style="padding:16px 32px;font:400 12px/18px ${fonts};color:#61696e;">${footer}</td></tr>
</table>
${outlookEnds}
</td></tr>
</table>
</body>
</html>
`;

/** A link that looks like a button, also where styles are dropped. */
export const mailButton = (address: string, label: string, color: string) =>
  `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:24px 0 12px;"><tr><td style="background:${fillOf(color)};border-radius:10px;mso-padding-alt:12px 24px;"><a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 24px;font:600 16px/24px ${fonts};color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a></td></tr></table>`;

/** A box that stands out from what the sender wrote. */
export const mailNotice = (text: string) =>
  `<p style="margin:0 0 20px;padding:12px 16px;background:#f9ecda;border-radius:10px;color:#614000;">${escapeHtml(text)}</p>`;
