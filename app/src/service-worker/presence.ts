/** What a worker that takes itself away asks each window, with a port for the answer: is the app at work there? */
export const presenceQuestion = 'st-is-the-app-here';
