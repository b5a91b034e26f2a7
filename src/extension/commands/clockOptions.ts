import * as vscode from 'vscode';
import type { OpenRequest } from '../../protocol/engineApi.ts';
import { settings } from '../contributions.ts';

/** What the person has set for logs that carry no year or no zone. */
export function clockOptions(): Pick<OpenRequest, 'year' | 'utcOffset'> {
  const configuration = vscode.workspace.getConfiguration(settings.section);
  const year = configuration.get<number | null>(settings.year) ?? undefined;
  const utcOffset = configuration.get<number | null>(settings.utcOffset) ?? undefined;
  return {
    ...(year === undefined ? {} : { year }),
    ...(utcOffset === undefined ? {} : { utcOffset }),
  };
}
