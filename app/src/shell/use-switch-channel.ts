import { useNavigate } from '@tanstack/react-router';
import { useServices } from '#services.ts';

/** Makes a channel the active one and goes home (CHAN-16). */
export function useSwitchChannel() {
  const { session } = useServices();
  const navigate = useNavigate();
  return async (channelId: string) => {
    await Promise.all([session.selectChannel(channelId), navigate({ to: '/' })]);
  };
}
