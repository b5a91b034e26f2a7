import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugTrigger } from '../protocol/debugApi.ts';

interface ExceptionFilter {
  readonly filter: string;
  readonly label: string;
  readonly description: string;
  readonly on: DebugTrigger;
  /** Unless the person wants it otherwise. */
  readonly stops?: true;
}

function ofFindings(severity: 'critical' | 'high' | 'medium' | 'low'): ExceptionFilter {
  return {
    filter: `finding-${severity}`,
    label: `${severity.charAt(0).toUpperCase()}${severity.slice(1)} findings`,
    description: `The first line of each finding of severity ${severity}`,
    on: { kind: 'finding', severity },
    ...(severity === 'critical' || severity === 'high' ? { stops: true } : {}),
  };
}

/** What a person can be stopped by without naming a line. */
export const exceptionFilters: readonly ExceptionFilter[] = [
  {
    filter: 'error',
    label: 'Error lines',
    description: 'Lines of severity error and fatal',
    on: { kind: 'severity', least: 'error' },
  },
  {
    filter: 'warning',
    label: 'Warning lines',
    description: 'Lines of severity warning and above',
    on: { kind: 'severity', least: 'warning' },
  },
  ofFindings('critical'),
  ofFindings('high'),
  ofFindings('medium'),
  ofFindings('low'),
  {
    filter: 'overdue',
    label: 'Overdue effects',
    description: 'When something that the model expects has not come in time',
    on: { kind: 'overdue' },
  },
];

export function capabilities(): DebugProtocol.Capabilities {
  return {
    supportsConfigurationDoneRequest: true,
    supportsStepBack: true,
    supportsSteppingGranularity: true,
    supportsGotoTargetsRequest: true,
    supportsRestartFrame: true,
    supportsRestartRequest: true,
    supportsTerminateRequest: true,
    supportsCancelRequest: true,
    supportsConditionalBreakpoints: true,
    supportsHitConditionalBreakpoints: true,
    supportsLogPoints: true,
    supportsFunctionBreakpoints: true,
    supportsDataBreakpoints: true,
    supportsBreakpointLocationsRequest: true,
    supportsExceptionFilterOptions: true,
    supportsExceptionInfoRequest: true,
    supportsEvaluateForHovers: true,
    supportsCompletionsRequest: true,
    completionTriggerCharacters: ['.', '"', '/'],
    supportsDelayedStackTraceLoading: true,
    supportsLoadedSourcesRequest: true,
    exceptionBreakpointFilters: exceptionFilters.map(
      ({ filter, label, description, stops = false }) => ({
        filter,
        label,
        description,
        default: stops,
        supportsCondition: true,
        conditionDescription: 'A filter such as pod=kube-system/* sev>=E msg~"timeout"',
      }),
    ),
  };
}
