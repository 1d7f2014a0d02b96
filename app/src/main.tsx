import '#ui/mantine-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#shell/app.tsx';
import { StartFailure } from '#shell/start-failure.tsx';
import { startServices } from '#start-services.ts';

const root = createRoot(document.getElementById('app') as HTMLElement);

try {
  const services = await startServices();
  root.render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  );
} catch (error) {
  root.render(<StartFailure error={error} />);
}
