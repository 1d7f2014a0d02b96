import { MantineProvider } from '@mantine/core';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { PageStateProvider } from '#navigation/page-state.tsx';
import type { RouteCondition } from '#navigation/route-data.ts';
import { createAppRouter, type RouterContext } from '#navigation/routes.ts';
import { type Services, ServicesContext } from '#services.ts';
import { cssVariables, themeFor } from '#ui/theme.ts';
import { attachScreens } from './screens.tsx';

attachScreens();

function routerContext({ session, configuration }: Services): RouterContext {
  const conditions: Record<RouteCondition, () => boolean> = {
    'reset-by-api': () => configuration.auth.reset?.mode === 'api',
    'pack-builder': () => configuration.flags.packBuilder2Enabled,
    'pack-wizard': () => configuration.flags.packWizard,
    'help-url': () => configuration.help.url !== null,
  };
  return {
    hasChannel: () => session.current().activeChannelId !== null,
    isSignedIn: () => session.current().user !== null,
    isMet: (condition) => conditions[condition](),
  };
}

interface Props {
  services: Services;
  /** Another history than the address bar's hash, for tests. */
  history?: RouterHistory;
}

/** Theme, services, page state and router around all screens. */
export function App({ services, history }: Props) {
  const [theme] = useState(() => themeFor(services.configuration.brand.color));
  const [router] = useState(() => createAppRouter(routerContext(services), history));
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ServicesContext value={services}>
        <PageStateProvider>
          <RouterProvider router={router} />
        </PageStateProvider>
      </ServicesContext>
    </MantineProvider>
  );
}
