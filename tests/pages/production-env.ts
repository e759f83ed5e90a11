// Imported first: React chooses its code by this variable when it is first loaded, and the built site wants
// the one it is served with.
process.env.NODE_ENV = 'production'
