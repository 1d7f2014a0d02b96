/** Roles a user can have; the first four are also the scopes a sign-in asks for (AUTH-01). */
export const salesRoles = [
  'sales_tool_user',
  'external_sales_tool_user',
  'sales_tool_manager',
  'external_sales_tool_manager',
] as const;

export const roles = [...salesRoles, 'administrator'] as const;

export type Role = (typeof roles)[number];
