import type { TimedPhase } from './usualPhases.ts';

export const phaseNames: Record<TimedPhase['kind'], string> = {
  startup: 'Startup (total)',
  queue: 'Queue wait',
  sandbox: 'Sandbox setup',
  network: 'network',
  pull: 'Image pull',
  start: 'Container start',
  ready: 'Readiness',
  initOrRunning: 'initializes or runs',
  running: 'runs',
  terminating: 'Termination (total)',
  kill: 'Container stop',
  teardown: 'Sandbox and network teardown',
  unmount: 'Volume unmount',
  cleanup: 'Cleanup',
  backoff: 'Back-off',
  finished: 'Worker removal',
};
