// Documents that VS Code reads as files, and that nobody can change. What is in them somebody else knows.
import * as vscode from 'vscode';

type Reader = Pick<vscode.FileSystemProvider, 'stat' | 'readFile'>;

export class ReadOnlyFiles implements vscode.FileSystemProvider {
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;
  private readonly reader: () => Promise<Reader>;

  constructor(
    onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>,
    reader: () => Promise<Reader>,
  ) {
    this.onDidChangeFile = onDidChangeFile;
    this.reader = reader;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return await (await this.reader()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return await (await this.reader()).readFile(uri);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
