import { newId } from '@satchel/core/pack/new-id.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useServices } from '#services.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The choice of a channel that led there. */
    choice?: string;
  }
}

/** Goes home and makes a channel the active one (CHAN-16); neither where the rep is asked about unsaved work and stays. */
export function useSwitchChannel() {
  const { session } = useServices();
  const { history } = useRouter();
  const navigate = useNavigate();
  return (channelId: string) => {
    const select = () => {
      // It is the active one by then: what can fail is to note that, and a database that does not open is told of by the page.
      session.selectChannel(channelId).catch(() => undefined);
    };
    if (history.location.pathname === '/') {
      select();
      void navigate({ to: '/' });
      return;
    }
    const choice = newId();
    // As soon as the way is free, so that home is drawn once. Who stays may go home later, and by themselves.
    const end = history.subscribe(({ location }) => {
      end();
      if (location.state.choice === choice) select();
    });
    void navigate({ to: '/', state: { choice } });
  };
}
