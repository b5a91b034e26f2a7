// Mirrors plugin/pkg/client/auth/exec/exec.go (client-go v0.37): runs the program that a kubeconfig names, and reads the
// credential that it prints. The program has no terminal, and a limited time.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Cluster } from '@kubernetes/client-node/dist/config_types.js';
import { err, ok, type Result } from '../base/result.ts';
import { withoutSecrets } from '../base/secrets.ts';
import { field, isRecord, jsonOf, textField } from './json.ts';

/** What the plug-in gave. Texts are as the program wrote them: certificate and key in PEM. */
export interface ExecCredential {
  readonly token?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  /** Milliseconds since 1970, after which it is of no use; without it, it holds until the server says no. */
  readonly expires?: number;
}

export interface ExecOptions {
  /** The value of `exec` in the kubeconfig. */
  readonly exec: unknown;
  readonly cluster: Cluster;
  /** Base64, as it goes to a program that asks for the cluster. */
  readonly certificateAuthority: string;
  readonly directory: string;
  /** Milliseconds. */
  readonly patience: number;
}

const versions = /^client\.authentication\.k8s\.io\/(v1|v1beta1)$/;
/** A credential is a few kilobytes. */
const longestOutput = 1 << 20;

interface Plan {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly apiVersion: string;
  readonly installHint: string;
}

/** Runs the plug-in; an error is one sentence, which may end with what the program said. */
export async function runExecPlugin(options: ExecOptions): Promise<Result<ExecCredential>> {
  const plan = planOf(options);
  if (!plan.ok) return plan;
  const output = await run(plan.value, options.patience);
  return output.ok ? readCredential(output.value, plan.value) : output;
}

function planOf({ exec, cluster, certificateAuthority, directory }: ExecOptions): Result<Plan> {
  const command = textField(exec, 'command') ?? '';
  if (command === '') return err('The kubeconfig names no command for its sign-in plug-in.');
  const apiVersion = textField(exec, 'apiVersion') ?? '';
  if (!versions.test(apiVersion)) {
    const got = apiVersion === '' ? 'none' : apiVersion;
    return err(`The sign-in plug-in ${command} needs apiVersion v1 or v1beta1; it has ${got}.`);
  }
  if (textField(exec, 'interactiveMode') === 'Always') {
    return err(
      `The sign-in plug-in ${command} wants a terminal (interactiveMode Always), and there is none here.`,
    );
  }
  const spec = {
    interactive: false,
    ...(field(exec, 'provideClusterInfo') === true
      ? { cluster: describe(cluster, certificateAuthority) }
      : {}),
  };
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const each of listOf(field(exec, 'env'))) {
    const name = textField(each, 'name');
    if (name !== undefined) env[name] = textField(each, 'value') ?? '';
  }
  env['KUBERNETES_EXEC_INFO'] = JSON.stringify({ kind: 'ExecCredential', apiVersion, spec });
  return ok({
    // A name without a slash is looked up in PATH; any other is one from the kubeconfig's folder.
    command: /[/\\]/.test(command) ? path.resolve(directory, command) : command,
    args: listOf(field(exec, 'args')).map(String),
    env,
    apiVersion,
    installHint: textField(exec, 'installHint') ?? '',
  });
}

function describe(cluster: Cluster, certificateAuthority: string): object {
  return {
    server: cluster.server,
    ...(cluster.tlsServerName ? { 'tls-server-name': cluster.tlsServerName } : {}),
    ...(cluster.skipTLSVerify ? { 'insecure-skip-tls-verify': true } : {}),
    ...(certificateAuthority === '' ? {} : { 'certificate-authority-data': certificateAuthority }),
    ...(cluster.proxyUrl ? { 'proxy-url': cluster.proxyUrl } : {}),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function run({ command, args, env, installHint }: Plan, patience: number): Promise<Result<string>> {
  return new Promise((resolve) => {
    const name = path.basename(command);
    const child = spawn(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    let complaint = '';
    const finish = (result: Result<string>): void => {
      clearTimeout(timer);
      // A program that it left behind may hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      const seconds = Math.round(patience / 1000);
      finish(err(`The sign-in plug-in ${name} did not end within ${seconds} s and was stopped.`));
    }, patience);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      if (output.length <= longestOutput) return;
      child.kill('SIGKILL');
      finish(err(`The sign-in plug-in ${name} printed more than a credential.`));
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      complaint = (complaint + part).slice(-500);
    });
    child.on('error', (thrown: NodeJS.ErrnoException) => {
      const why =
        thrown.code === 'ENOENT' ? 'was not found' : `could not be started (${thrown.code ?? ''})`;
      const hint = installHint.trim() === '' ? '' : ` ${installHint.trim()}`;
      finish(err(`The sign-in plug-in ${name} ${why}.${hint}`));
    });
    child.on('close', (code, signal) => {
      if (code === 0) {
        finish(ok(output));
        return;
      }
      const why = withoutSecrets(complaint.trim());
      const said = why === '' ? '' : `: ${why}`;
      finish(
        err(`The sign-in plug-in ${name} ended with ${signal ?? `code ${code ?? ''}`}${said}`),
      );
    });
  });
}

/** What it printed is never repeated: it is a secret. */
function readCredential(output: string, { command, apiVersion }: Plan): Result<ExecCredential> {
  const name = path.basename(command);
  const credential = jsonOf(output);
  if (textField(credential, 'kind') !== 'ExecCredential') {
    return err(`The sign-in plug-in ${name} printed no ExecCredential.`);
  }
  const version = textField(credential, 'apiVersion') ?? '';
  if (version !== apiVersion) {
    return err(
      `The sign-in plug-in ${name} answered in ${version}, the kubeconfig asks for ${apiVersion}.`,
    );
  }
  const status = field(credential, 'status');
  const token = textField(status, 'token') ?? '';
  const clientCertificate = textField(status, 'clientCertificateData') ?? '';
  const clientKey = textField(status, 'clientKeyData') ?? '';
  if (!isRecord(status) || (token === '' && clientCertificate === '')) {
    return err(`The sign-in plug-in ${name} gave neither a token nor a certificate.`);
  }
  if ((clientCertificate === '') !== (clientKey === '')) {
    return err(`The sign-in plug-in ${name} gave a certificate or a key, but not both.`);
  }
  const expires = Date.parse(textField(status, 'expirationTimestamp') ?? '');
  return ok({
    ...(token === '' ? {} : { token }),
    ...(clientCertificate === '' ? {} : { clientCertificate, clientKey }),
    ...(Number.isNaN(expires) ? {} : { expires }),
  });
}
