import './tokens.css';
import './app.css';
import './ui/ui.css';
import './suits/colours.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadWords } from './lib/i18n';

const target = document.getElementById('app');
// no `await` at the top: a language's file imports from this one and would wait for it forever
if (target) void loadWords().then(() => mount(App, { target }));
