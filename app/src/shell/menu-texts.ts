/** Words of what opens later, menus, drawer and the list of notices, and of what only some hosts have: analytics and help for a page. Where the specification has a text it stands here to the letter. */
export const menuTexts = {
  closeMenu: 'Close menu',
  all: { resources: 'All resources', apps: 'All experiences', packs: 'All packs' },
  createPack: 'Create new pack',
  recent: 'Recently changed',
  channels: 'Channels',
  login: 'Login',
  account: 'Account',
  profile: 'Profile',
  settings: 'Settings',
  help: 'Help',
  whatsNew: "What's new",
  feedback: 'Feedback',
  analytics: 'Analytics',
  logout: 'Logout',
  contextualHelp: 'Help for this page',
  close: 'Close',
} as const;
