/** Tokens a rep puts into texts; the host replaces them for the prospect as plain text (PBUILD-14, PBUILD-15). */
export const personalTokens = {
  recipient_name: 'recipient name',
  recipient_company: 'recipient company',
  sender_name: 'sender name',
  message_subject: 'message subject',
} as const;

export type PersonalToken = keyof typeof personalTokens;

export const tokenMarker = (token: PersonalToken) => `{{${token}}}`;
