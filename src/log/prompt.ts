// Commands on a terminal that somebody copied: what follows is what they printed.

/** `user@host:~$ `, `[user@host ~]# `, `(venv) user@host dir % `, `host:/# `, as deep as a list's item stands. */
const ofUser =
  /^\s*(?:\([\w.-]+\) ?)?(?:\[[\w.-]+@[\w.-]+(?:[ :][^\]$#]{0,60})?\]|[\w.-]+@[\w.-]+(?:[\s:][^$#%>]{0,60}?)?|[A-Za-z][\w.-]*:[~/][\w./-]*)\s?[$#%>](?=\s|$)\s*(\S.*)?$/;
/** `$ `, `/ # `, `sh-4.4# `, `PS C:\Users> `, `❯ `, `+ ` of a shell that tells what it runs. */
const ofShell =
  /^\s*(?:[$➜❯] +(?:~ )?|(?:\/ )?# ?|(?:ba|z)?sh-[\d.]+[$#] |PS [A-Z]:\\[^>]{0,60}> ?|\++ )(\S.*)$/u;

/** Programs that are asked for logs, or that show what a machine and a cluster have. */
const asked =
  /^(?:sudo (?:-\w+ )*)?(?:journalctl|kubectl|oc|crictl|docker|nerdctl|podman|systemctl|dmesg|tail|cat|kubeadm|talosctl|helm|less|grep|zcat|(?:k3s|microk8s|minikube|kind) (?:kubectl|crictl|ctr|server|agent|logs|start|ssh|status|create|export))\s+[^:=]*(?:$|[\s/=:-]\S*)/;

interface Command {
  readonly text: string;
  /** It stands behind a prompt. */
  readonly isSure: boolean;
}

/** The command in a line; empty text: a prompt where nobody typed anything. */
export function commandAt(line: string): Command | undefined {
  const sure = ofUser.exec(line);
  if (sure !== null) return { text: sure[1]?.trim() ?? '', isSure: true };
  const typed = ofShell.exec(line)?.[1];
  // A `#` begins headings and comments, too.
  if (typed !== undefined && (asked.test(typed) || /^\s*\$ [a-z./]/.test(line)))
    return { text: typed, isSure: true };
  return asked.test(line) ? { text: line, isSure: false } : undefined;
}
