// The debugger's steps and runs.
await import('./debugSteps.ts');
