// Rooms before the engine reach the making of samples through here.
export {
  endpointSample,
  isSampledEndpoint,
  sampledEndpoints,
} from '../../cluster/endpointSample.ts';
