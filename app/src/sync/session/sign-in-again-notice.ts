const texts = {
  signInAgain: 'Unable to refresh the server security token. Please sign in again',
  logIn: 'Login',
};

/** AUTH-20 */
export const signInAgainNotice = {
  tone: 'problem' as const,
  text: texts.signInAgain,
  action: { label: texts.logIn, to: '/user/login' },
};
