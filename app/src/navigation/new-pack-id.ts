/** Pack id in the address of a pack that was never saved (NAV-22). */
export const newPackId = '-';
