/** Event type numbers (LOG-02 to LOG-05); 0 is an event that somebody makes by hand to try the log (SET-09). */
export const eventTypes = {
  TEST: 0,
  USER_LOGIN: 1,
  USER_LOGOUT: 2,
  USER_PASSWORD_RESET: 3,
  CHANNEL_SELECT: 5,
  PACK_SAVED: 10,
  PACK_VIEWED: 11,
  MESSAGE_SENT: 20,
  MESSAGE_LINK: 21,
  RESOURCE_LIST: 30,
  RESOURCE_VIEW: 31,
  APP_LAUNCH: 35,
} as const;

export type EventTypeId = (typeof eventTypes)[keyof typeof eventTypes];
