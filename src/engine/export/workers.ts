// Rooms before the engine reach the kubelet's exports through here.
export { workersJsonl } from '../../kubelet/rebuild/workersJsonl.ts';
