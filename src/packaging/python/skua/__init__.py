"""Skua generates tests for changed Python modules. The program is a binary installed with this
package."""
