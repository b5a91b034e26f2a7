// The one place that reads the version: the bundler puts in this word alone.
export { version } from '../../package.json';
