import { MantineProvider } from '@mantine/core';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { cssVariables, themeFor } from '#ui/theme.ts';
import classes from './start-failure.module.css';
import { texts } from './texts.ts';

// Nothing is known of the configuration yet, so the product's own colour stands in.
const theme = themeFor('#0d5c7a');

/** The app could not start at all: why, and another try. */
export const StartFailure = ({ error }: { error: unknown }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <main className={classes.page}>
      <h1 className={classes.title}>{texts.product}</h1>
      <ErrorBanner
        text={error instanceof Error ? error.message : String(error)}
        action={<PlainButton onClick={() => location.reload()}>{texts.tryAgain}</PlainButton>}
      />
    </main>
  </MantineProvider>
);
