interface Report {
  /** Of the mail that came back, with its angle brackets. */
  messageId: string;
  action?: string;
  status?: string;
  diagnostic?: string;
  /** Whether the whole mail is returned, its headers alone, or nothing. */
  returned?: 'mail' | 'headers' | 'nothing';
}

/** What a mail server sends when it cannot deliver a mail (RFC 3464). */
export function bounceMail({
  messageId,
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <daniel@brightwater.example>: Recipient address\r\n    rejected: User unknown',
  returned = 'mail',
}: Report) {
  const original = [
    'From: Velden <packs@velden.example>',
    'To: daniel@brightwater.example',
    'Subject: Eleven counters',
    `Message-ID:\r\n ${messageId}`,
    ...(returned === 'mail' ? ['', 'Dear Daniel'] : []),
  ];
  const type = returned === 'mail' ? 'message/rfc822' : 'text/rfc822-headers';
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'To: packs@velden.example',
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${new Date().toUTCString()}`,
    'Message-ID: <20261121.1@mx.example>',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut/here"',
    '',
    '--cut/here',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--cut/here',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; daniel@brightwater.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    ...(returned === 'nothing' ? [] : ['--cut/here', `Content-Type: ${type}`, '', ...original, '']),
    '--cut/here--',
    '',
  ].join('\r\n');
}
