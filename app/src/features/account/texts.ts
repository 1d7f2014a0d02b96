/** Words of the account page; those of the specification to the letter. */
export const texts = {
  title: 'Your account',
  heading: 'Change your password',
  hint: 'A new password signs you out on all other devices.',
  existing: 'Current password',
  wanted: 'New password',
  confirmation: 'Confirm new password',
  confirmationNoun: 'the confirmation of the new password',
  mustMatch: 'Passwords must match',
  check: 'Please check the errors below and try again',
  save: 'Save',
  saved: 'Your password has been updated.',
  offline: 'You must be online to update your account',
} as const;
