// Stands in for a native addon that would have to be compiled: the log files of VS Code's server,
// one older file kept, for what the server calls and no more.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  constructor(file, limit) {
    this.file = file;
    this.limit = limit > 0 ? limit : Infinity;
    this.level = levels.indexOf('info');
    this.plain = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.open();
  }
  open() {
    this.fd = fs.openSync(this.file, 'a');
    this.size = fs.fstatSync(this.fd).size;
  }
  write(level, message) {
    if (this.fd === undefined || level < this.level) return;
    const line = this.plain
      ? String(message)
      : `${new Date().toISOString()} [${levels[level]}] ${message}\n`;
    try {
      if (this.size > 0 && this.size + line.length > this.limit) {
        this.drop();
        fs.renameSync(this.file, `${this.file}.1`);
        this.open();
      }
      this.size += fs.writeSync(this.fd, line);
    } catch {
      // A full disk must not end the server that only wanted to log.
    }
  }
  drop() {
    if (this.fd !== undefined) fs.closeSync(this.fd);
    this.fd = undefined;
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {
    this.plain = false;
  }
  clearFormatters() {
    this.plain = true;
  }
  flush() {}
}
levels.forEach((name, level) => {
  Logger.prototype[name] = function (message) {
    this.write(level, message);
  };
});

const create = async (_name, file, limit) => new Logger(file, limit);
// One by one: an ES module that imports this one finds names only so.
exports.version = 0;
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
