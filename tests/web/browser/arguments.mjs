// arguments.mjs -- the command line of run.mjs.

export const [modules, executablePath, program, folder] = process.argv.slice(2)
