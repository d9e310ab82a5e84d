import './tokens.css';
import './app.css';
import './ui/ui.css';
import './suits/colours.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadWords } from './lib/i18n';

await loadWords();
const target = document.getElementById('app');
if (target) mount(App, { target });
