// The kubeconfig that the Kubernetes extension for VS Code uses, where that is installed and at work: its current context is the
// current one of this file, and is then ours, too. By its API of components (`get(component, version)`), else by its settings.
import * as vscode from 'vscode';

const ID = 'ms-kubernetes-tools.vscode-kubernetes-tools';

/** Undefined where it has none of its own: then both read what kubectl reads. */
export function theirKubeconfig(): string | undefined {
  const extension = vscode.extensions.getExtension<unknown>(ID);
  const used = extension?.isActive === true ? kubeconfigOf(extension.exports) : undefined;
  if (used !== undefined) return used;
  const settings = vscode.workspace.getConfiguration();
  // A setting of its own since some years, before that a member of one.
  const own = settings.get<unknown>('vs-kubernetes.kubeconfig');
  const older = member(settings.get<unknown>('vs-kubernetes'), 'vs-kubernetes.kubeconfig');
  return [own, older].find((file): file is string => typeof file === 'string' && file !== '');
}

/** @param broker what the extension exports; nothing is believed of its form */
export function kubeconfigOf(broker: unknown): string | undefined {
  const answer = call(broker, 'get', ['configuration', 'v1']);
  if (member(answer, 'available') !== true) return undefined;
  const found = call(member(answer, 'api'), 'getKubeconfigPath', []);
  const file = member(found, 'pathType') === 'host' ? member(found, 'hostPath') : undefined;
  // A list of files is what the environment names, and is read without being told.
  return typeof file === 'string' && file !== '' && !/[:;]/.test(file.slice(2)) ? file : undefined;
}

function call(of: unknown, method: string, args: readonly unknown[]): unknown {
  const found = member(of, method);
  if (typeof found !== 'function') return undefined;
  try {
    return Reflect.apply(found, of, args) as unknown;
  } catch {
    // It is another's; without it there are the settings.
    return undefined;
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
