// The controls of all pages. The kit is no longer kept up by its makers, so this is the one file that names it.
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton());
}
