import { describe, expect, test } from 'vitest';
import { deviceOf, isMachine } from './visit.ts';

const askedBy = (agent: string) => ({ method: 'GET', headers: { 'user-agent': agent } });
const isTakenForMachine = (agent: string) => isMachine(askedBy(agent));

const onIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const onAndroid = (device: string) =>
  `Mozilla/5.0 (Linux; Android 14; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36`;

describe('somebody who opens a link inside of an app is a reader on a phone:', () => {
  test.each([
    ['LinkedIn', `${onIphone} Mobile/15E148 [LinkedInApp]/9.30.1`],
    ['Twitter', `${onIphone} Mobile/15E148 Twitter for iPhone/10.66`],
    ['Pinterest', `${onIphone} Mobile/15E148 [Pinterest/iOS]`],
    [
      'Telegram',
      `${onAndroid('SM-S911B')} Telegram-Android/11.4.2 (Samsung SM-S911B; Android 14; SDK 34; HIGH)`,
    ],
    ['Teams', `${onAndroid('SM-S911B')} TeamsMobile-Android/1416`],
    ['Discord', `${onIphone} Mobile/15E148 Discord/260.0`],
    ['a phone of Cubot', onAndroid('CUBOT KINGKONG 9')],
    ['another one', onAndroid('CUBOT_P80; wv')],
  ])('%s', (_app, agent) => {
    expect(isTakenForMachine(agent)).toBe(false);
    expect(deviceOf(askedBy(agent))).toBe('phone');
  });
});

test.each([
  ['tablet', 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
  ['desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'],
  ['desktop', `Mozilla/5.0 ${' '.repeat(500)} Android`],
])('a %s is told by what it calls itself, as far as browsers say it', (device, agent) => {
  expect(deviceOf(askedBy(agent))).toBe(device);
});

describe('who makes a preview for such an app is none:', () => {
  test.each([
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Twitterbot/1.0',
    'TelegramBot (like TwitterBot)',
    'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
    'Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'WhatsApp/2.23.20.0 A',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.12026; Pro)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    '',
  ])('%s', (agent) => {
    expect(isTakenForMachine(agent)).toBe(true);
  });
});
