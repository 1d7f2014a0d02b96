import { MantineProvider } from '@mantine/core';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PageStateProvider } from '#navigation/page-state.tsx';
import type { RouteCondition } from '#navigation/route-data.ts';
import { createAppRouter, type RouterContext } from '#navigation/routes.ts';
import { whereToMake } from '#navigation/where-to-edit.ts';
import { type Services, ServicesContext, useWatched } from '#services.ts';
import { HintLevelContext } from '#ui/hint-level.ts';
import { cssVariables, themeFor } from '#ui/theme.ts';
import { attachScreens } from './screens.tsx';

attachScreens();

function routerContext({ session, configuration }: Services): RouterContext {
  const { flags } = configuration;
  const conditions: Record<RouteCondition, () => boolean> = {
    'reset-by-api': () => configuration.auth.reset?.mode === 'api',
    'pack-builder': () => flags.packBuilder2Enabled,
    'pack-wizard': () => flags.packWizard,
    'help-url': () => configuration.help.url !== null,
  };
  return {
    hasChannel: () => session.current().activeChannelId !== null,
    isSignedIn: () => session.current().user !== null,
    isMet: (condition) => conditions[condition](),
    whereToMake: () => whereToMake(flags),
  };
}

/** Made once for as long as the app runs: where it is, and who hears of faults. */
function startApp(services: Services, history: RouterHistory | undefined) {
  const heard: unknown[] = [];
  let report: (error: unknown) => void = (error) => void heard.push(error);
  const router = createAppRouter(routerContext(services), { history, onBroken: (error) => report(error) });
  const { errors } = services.configuration;
  async function tellFaults(address: string) {
    const { reportErrors } = await import('./report-errors.ts');
    const page = () => router.state.matches.at(-1)?.staticData.name ?? 'not_found';
    report = reportErrors({ services, address, page });
    for (const error of heard.splice(0)) report(error);
  }
  return { router, tellFaults: async () => (errors ? tellFaults(errors) : undefined) };
}

interface Props {
  services: Services;
  /** Another history than the address bar's hash, for tests. */
  history?: RouterHistory;
}

/** Theme, services, page state and router around all screens. */
export function App({ services, history }: Props) {
  const [theme] = useState(() => themeFor(services.configuration.brand.color));
  const [{ router, tellFaults }] = useState(() => startApp(services, history));
  useEffect(() => {
    // Faults that cannot be told are still shown.
    tellFaults().catch(() => {});
  }, [tellFaults]);
  const hintLevel = useWatched(services.hints);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ServicesContext value={services}>
        <HintLevelContext value={hintLevel}>
          <PageStateProvider>
            <RouterProvider router={router} />
          </PageStateProvider>
        </HintLevelContext>
      </ServicesContext>
    </MantineProvider>
  );
}
