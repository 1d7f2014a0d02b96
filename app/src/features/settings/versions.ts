/** The labels of CONST-21. */
export const versions = { app: '1.7.0', core: '0.0.35', services: '0.2.27', store: '1' } as const;
