import type { ExportRequest } from '../../protocol/askApi.ts';
import type { Incident } from '../present/incident.ts';
import { exportFindings } from './findings.ts';
import { redactor } from './redact.ts';

/** All findings as one text, with its names taken out if asked. */
export function exportedFindings(
  incident: Incident,
  { format, redact, version }: ExportRequest,
): string {
  const text = exportFindings(incident.tape, incident.findings, format, version);
  if (!redact) return text;
  const names = redactor(incident);
  if (format !== 'json' && format !== 'sarif') return names.text(text);
  const value: unknown = JSON.parse(text);
  return JSON.stringify(names.json(value), undefined, 1);
}
