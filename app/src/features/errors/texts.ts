/** Words of the pages that have nothing else to show. */
export const texts = {
  notFound: '(404) Sorry, nothing here...',
  notFoundShort: 'Nothing here',
  signedOutPacks: 'Log in to see your packs',
  login: 'Login',
  goBack: 'Go back',
  accessDenied: '(401) You have no access to this page',
  accessDeniedHint: 'Sign in, or go somewhere else.',
  accessDeniedSignedIn: 'Your account may not open it. Go back, or go home.',
  goHome: 'Go home',
  test: 'Test',
} as const;
