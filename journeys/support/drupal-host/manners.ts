/** How hosts of the other kind differ among themselves; a journey chooses one of each. */
export interface Manners {
  /** Version of the sign-in library: 7 refuses a password with 401, 8 and later with 400. */
  league: 7 | 8 | 9;
  /** A token that is no longer good: refused before routing, or taken for nobody's and the call answered as for anybody. */
  badBearer: 'unauthorized' | 'anonymous';
  /** Who may read the pages of the help; anybody else is told of none. */
  helpFor: 'anybody' | 'users';
  /** Where a picture's small versions are named. */
  imageStyles: ImageStyles;
}

export const imageStyleShapes = ['object', 'list', 'links', 'relationship'] as const;
export type ImageStyles = (typeof imageStyleShapes)[number];

export const usualManners: Manners = {
  league: 9,
  badBearer: 'unauthorized',
  helpFor: 'anybody',
  imageStyles: 'object',
};

const credentialsWrong = 'The user credentials were incorrect.';
const refreshTokenWrong = 'The refresh token is invalid.';

interface OauthRefusal {
  status: number;
  body: Record<string, string>;
}

const refusal = (
  league: Manners['league'],
  status: number,
  error: string,
  description: string,
): OauthRefusal => ({
  status,
  body: {
    error,
    error_description: description,
    // The library repeated itself for one major version.
    ...(league === 8 && { message: description }),
  },
});

export const wrongPassword = (league: Manners['league']) =>
  league === 7
    ? refusal(league, 401, 'invalid_credentials', credentialsWrong)
    : refusal(league, 400, 'invalid_grant', credentialsWrong);

export const wrongRefreshToken = (league: Manners['league']) =>
  league === 9
    ? refusal(league, 400, 'invalid_grant', refreshTokenWrong)
    : refusal(league, 401, 'invalid_request', refreshTokenWrong);
