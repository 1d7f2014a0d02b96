// Nobody reads on, and a pack may name 190,000.
const mostNamed = 50;

export const packTexts = {
  newerPackData: 'This pack was made by a newer app; this host knows versions 1 and 2.',
  noPackData: 'This is no pack: JSON text of version 1 or 2 is needed.',
  unreadablePack: 'pack: The contents of this pack cannot be read, so it cannot be sent. Save it anew first.',
  noSnapshot: 'This is no pack as it was sent: JSON text with title and pack_data is needed.',
  needsChannel: 'channel: This value should not be null.',
  packIsSent:
    'The pack stands behind messages that were made with it, so it cannot be deleted. It can be archived.',
  signatureIsUsed: 'The signature stands under messages that were made with it, so it cannot be deleted.',
  needsPack: 'pack: This value should not be null.',
  needsAddress: 'email: One plain e-mail address is needed to send the message.',
  wrongToken: 'link_token: A link token has 22 to 64 characters of base64url.',
  tokenTaken: 'link_token: This link token is in use.',
  isCancelled: 'The message with this link was cancelled.',
  wrongViews: 'link_max_views: At least one visit has to be allowed.',
  wrongDelivery:
    'delivery: Only a message whose mail left before says how that ended: sent, failed or unknown.',
  mailedBefore: {
    sent: 'The mail left before this host was restored from a backup.',
    failed: 'The mail had failed before this host was restored from a backup.',
    unknown:
      'The mail may have left before this host was restored from a backup. ' +
      'It is not sent again by itself: ask the recipient, or send the pack again.',
  },
  isSent: 'sent: A message that was sent cannot be taken back.',
  isAddressed: 'email: The mail goes to the address it was sent to. Another one needs a message of its own.',
  isShown:
    'pack_snapshot: Somebody may have read the pack as this message was made with it, so it stays as it is. ' +
    'Make another message to show another pack.',
  isErased: 'What this message said of its recipient was erased, so nothing of it is changed any more.',
  isMailed: 'Mailing of this message has begun, so it can no longer be taken back.',
  cannotBeSent: (items: readonly string[]) => {
    const [named, more] = [items.slice(0, mostNamed), items.length - mostNamed];
    return `pack: These items cannot be sent: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
  },
  withdrawn: (name: string) => `${name} (withdrawn)`,
  internal: (name: string) => `${name} (internal)`,
  noSuchRecord: 'There is no such record.',
};
