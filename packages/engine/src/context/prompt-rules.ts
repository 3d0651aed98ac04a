/** Texts whose wording is fixed, each followed by what it means where the model can read files itself. */

export const REREAD_RULES = `**CRITICAL: ALWAYS RE-READ FILES BEFORE MODIFYING**

File content changes between conversation turns. When you previously modified a file and the user says "continue":
1. DO NOT use cached/remembered file content from earlier
2. DO NOT compute MD5 from old content - the file has been updated!
3. ASK for the file to be re-attached so you can see its CURRENT state
4. Check the FILE OPERATION HISTORY section

Where you have a tool that reads files, reading the file again is how it is re-attached.`;

export const REGISTRY_RULES = `## 📂 FILE REGISTRY (Session Memory)

The context may include a **KNOWN FILES** section showing files you've seen:
- **Last Seen**: Which turn you last had the file content
- **Modified Since**: ⚠️ means file changed AFTER you last saw it - request re-attachment!
- **Hash**: Use this to verify you have the latest version

**Using the registry:**
1. Before modifying a file, check if it appears in KNOWN FILES
2. If "Modified Since" shows ⚠️, the file changed - ask for re-attachment
3. If file was seen recently and not modified, you can reference its structure
4. The registry helps you know WHAT files exist, not their current content`;
