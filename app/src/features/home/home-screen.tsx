import { Navigate } from '@tanstack/react-router';
import { useServices, useWatched } from '#services.ts';
import { ChannelPicker } from './channel-picker.tsx';
import { ChannelScreen } from './channel-screen.tsx';

/** The channel, the picker, or the way to the sign-in page (HOME-01, HOME-02, HOME-03). */
export default function HomeScreen() {
  const { user, activeChannelId } = useWatched(useServices().session);
  if (activeChannelId) return <ChannelScreen key={activeChannelId} channelId={activeChannelId} />;
  if (user) return <ChannelPicker key={user.uuid} />;
  return <Navigate to="/user/login" replace />;
}
