const texts = {
  asks: (count: number) =>
    count === 1
      ? 'A message has waited for more than a day. Look at it before it goes out.'
      : `${count} messages have waited for more than a day. Look at them before they go out.`,
  look: 'Look',
};

/** Says that mails wait for a word, and leads there. */
export const waitedLongNotice = (count: number) => ({
  tone: 'waiting' as const,
  text: texts.asks(count),
  action: { label: texts.look, to: '/settings#waiting' },
});
