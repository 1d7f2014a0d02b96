const revealingRoles = ['administrator', 'sales_tool_manager'];
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the tabs Settings and Debug show (SET-02). */
export const revealsAdvancedTabs = ({
  hostname,
  hash,
  roles,
}: {
  hostname: string;
  hash: string;
  roles: readonly string[];
}) =>
  localHosts.includes(hostname) ||
  hash.includes('advanced') ||
  roles.some((role) => revealingRoles.includes(role));
